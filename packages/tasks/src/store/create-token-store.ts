import type { PersonalToken, TokenScope, TokenStore } from '../domain/task-store.ts';
import type { Row } from './database.ts';
import type { OwnerCondition } from './owner-condition.ts';
import type { UserTransactions } from './create-user-transactions.ts';

const COLUMNS = 'hash, user_id, scopes, name, created_at';

/** Personal tokens in the same database as the tasks. A token is found by its hash alone; everything else is its user's. */
export function createTokenStore(transactions: UserTransactions, owned: OwnerCondition): TokenStore {
  return {
    async find(hash) {
      const rows = await transactions.withToken(hash, async ({ query }) =>
        query(`SELECT ${COLUMNS} FROM toolyard_tasks.token WHERE hash = $1`, [hash]),
      );
      return rows[0] === undefined ? undefined : toToken(rows[0]);
    },
    async add({ hash, user, scopes, name, createdAt }) {
      await transactions.asUser(user, async ({ query }) =>
        query(`INSERT INTO toolyard_tasks.token (${COLUMNS}) VALUES ($1, $2, $3, $4, $5)`, [
          hash,
          user,
          scopes,
          name,
          createdAt,
        ]),
      );
    },
    async list(user) {
      const text = `SELECT ${COLUMNS} FROM toolyard_tasks.token WHERE ${owned('$1')} ORDER BY created_at, hash`;
      const rows = await transactions.asUser(user, async ({ query }) => query(text, [user]));
      return rows.map(toToken);
    },
    async remove(user, hash) {
      const text = `DELETE FROM toolyard_tasks.token WHERE ${owned('$1')} AND hash = $2 RETURNING hash`;
      const rows = await transactions.asUser(user, async ({ query }) => query(text, [user, hash]));
      return rows.length > 0;
    },
  };
}

interface TokenRow {
  readonly hash: string;
  readonly user_id: string;
  readonly scopes: readonly TokenScope[];
  readonly name: string;
  readonly created_at: Date;
}

function toToken(row: Row): PersonalToken {
  const { hash, user_id: user, scopes, name, created_at: createdAt } = row as unknown as TokenRow;
  return { hash, user, scopes, name, createdAt: createdAt.toISOString() };
}
