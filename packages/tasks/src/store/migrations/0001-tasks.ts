/**
 * Tasks, idempotency keys and personal tokens.
 *
 * Row-level security is forced on all of them, for the owner too, and every transaction of a user runs in a role that cannot bypass it.
 * So a statement that forgets the user finds nothing, rather than everybody's tasks.
 */
export const TASKS_MIGRATION = `
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'toolyard_tasks_user') THEN
    BEGIN
      CREATE ROLE toolyard_tasks_user NOLOGIN NOSUPERUSER NOBYPASSRLS;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      -- Roles belong to the whole server: another database of it was migrated at this moment.
      NULL;
    END;
  END IF;
  IF NOT pg_has_role(current_user, 'toolyard_tasks_user',
    CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
    GRANT toolyard_tasks_user TO CURRENT_USER;
  END IF;
END $$;

CREATE TABLE toolyard_tasks.task (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL CHECK (user_id <> ''),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  -- The title as it is compared: in lower case, and byte by byte, so that every database sorts it alike.
  title_key text COLLATE "C" NOT NULL,
  description text CHECK (char_length(description) <= 10000),
  completed boolean NOT NULL DEFAULT false,
  priority smallint NOT NULL CHECK (priority BETWEEN 0 AND 3),
  -- A moment, or a day without a time, as it was given.
  due_date text,
  -- The last moment at which the task is not overdue.
  due_at timestamptz(3),
  tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 20),
  -- Title, description and tags in lower case, one below the other.
  search_key text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CHECK ((due_date IS NULL) = (due_at IS NULL))
);
CREATE INDEX task_created ON toolyard_tasks.task (user_id, created_at, id);
CREATE INDEX task_due ON toolyard_tasks.task (user_id, due_at, id);

CREATE TABLE toolyard_tasks.once (
  user_id text NOT NULL CHECK (user_id <> ''),
  key text NOT NULL,
  fingerprint text NOT NULL,
  -- JSON; empty while the request is under way, which no other transaction ever sees.
  value text,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX once_expires ON toolyard_tasks.once (expires_at);

CREATE TABLE toolyard_tasks.token (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  user_id text NOT NULL CHECK (user_id <> ''),
  scopes text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX token_user ON toolyard_tasks.token (user_id, created_at);

ALTER TABLE toolyard_tasks.task ENABLE ROW LEVEL SECURITY;
ALTER TABLE toolyard_tasks.task FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON toolyard_tasks.task
  USING (user_id = current_setting('toolyard.user_id', true))
  WITH CHECK (user_id = current_setting('toolyard.user_id', true));

ALTER TABLE toolyard_tasks.once ENABLE ROW LEVEL SECURITY;
ALTER TABLE toolyard_tasks.once FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON toolyard_tasks.once
  USING (user_id = current_setting('toolyard.user_id', true))
  WITH CHECK (user_id = current_setting('toolyard.user_id', true));
CREATE POLICY expired ON toolyard_tasks.once FOR SELECT
  USING (expires_at <= nullif(current_setting('toolyard.sweep_until', true), '')::timestamptz);
CREATE POLICY sweep ON toolyard_tasks.once FOR DELETE
  USING (expires_at <= nullif(current_setting('toolyard.sweep_until', true), '')::timestamptz);

ALTER TABLE toolyard_tasks.token ENABLE ROW LEVEL SECURITY;
ALTER TABLE toolyard_tasks.token FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON toolyard_tasks.token
  USING (user_id = current_setting('toolyard.user_id', true))
  WITH CHECK (user_id = current_setting('toolyard.user_id', true));
CREATE POLICY presented ON toolyard_tasks.token FOR SELECT
  USING (hash = current_setting('toolyard.token_hash', true));

GRANT USAGE ON SCHEMA toolyard_tasks TO toolyard_tasks_user;
GRANT SELECT, INSERT, UPDATE, DELETE ON toolyard_tasks.task, toolyard_tasks.once, toolyard_tasks.token TO toolyard_tasks_user;
GRANT SELECT ON toolyard_tasks.migration TO toolyard_tasks_user;
`;
