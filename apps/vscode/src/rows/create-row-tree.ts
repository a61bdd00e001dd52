import type { ViewRow, Subject } from './row.ts';

/** The rows that a view shows, by elements that stay the same objects for as long as their rows are there: editors go by identity. */
export interface RowTree {
  /** Those below an element, or the first level. */
  childrenOf(element?: Subject): readonly Subject[];
  parentOf(element: Subject): Subject | undefined;
  /** `undefined` where the row is gone. */
  rowOf(element: Subject): ViewRow | undefined;
  /** The first element whose row has this id or is about this. */
  find(wanted: string | Subject): Subject | undefined;
  /** Puts other rows in place of the last; gives the elements that changed, whose children have to be asked for again, or `all`. */
  update(rows: readonly ViewRow[]): readonly Subject[] | 'all';
}

interface Node {
  readonly element: Subject;
  readonly row: ViewRow;
  readonly parent: Subject | undefined;
  readonly children: readonly Node[];
}

/** With more changes than this at once, editors are faster at asking for everything. */
const MOST_CHANGES = 50;

/** A tree without rows. */
export function createRowTree(): RowTree {
  let roots: readonly Node[] = [];
  let byId: ReadonlyMap<string, Node> = new Map();
  let byElement: ReadonlyMap<Subject, Node> = new Map();
  return {
    childrenOf: (element) =>
      (element === undefined ? roots : (byElement.get(element)?.children ?? [])).map((node) => node.element),
    parentOf: (element) => byElement.get(element)?.parent,
    rowOf: (element) => byElement.get(element)?.row,
    find(wanted) {
      if (typeof wanted === 'string') return byId.get(wanted)?.element;
      return [...byId.values()].find(({ element }) => isSameSubject(element, wanted))?.element;
    },
    update(rows) {
      const before = roots;
      const index = new Map<string, Node>();
      roots = buildNodes(rows, undefined, { before: byId, index });
      byId = index;
      byElement = new Map([...index.values()].map((node) => [node.element, node]));
      const changed: Subject[] = [];
      if (!collectChanges(before, roots, changed) || changed.length > MOST_CHANGES) return 'all';
      return changed;
    },
  };
}

interface Building {
  readonly before: ReadonlyMap<string, Node>;
  readonly index: Map<string, Node>;
}

function buildNodes(rows: readonly ViewRow[], parent: Subject | undefined, building: Building): readonly Node[] {
  return rows.map((given) => {
    const row = withFreeId(given, building.index);
    const known = building.before.get(row.id)?.element;
    const element = known !== undefined && isSameSubject(known, row.subject) ? known : { ...row.subject };
    const node = { element, row, parent, children: [] };
    // Its id is taken before those of its children are given out.
    building.index.set(row.id, node);
    const whole = { ...node, children: buildNodes(row.children ?? [], element, building) };
    building.index.set(row.id, whole);
    return whole;
  });
}

/** Servers may send two tools of one name, and an editor would show neither. */
function withFreeId(row: ViewRow, taken: ReadonlyMap<string, unknown>): ViewRow {
  if (!taken.has(row.id)) return row;
  let count = 2;
  while (taken.has(`${row.id}#${count}`)) count++;
  return { ...row, id: `${row.id}#${count}` };
}

/** False where the lists themselves differ. */
function collectChanges(before: readonly Node[], after: readonly Node[], changed: Subject[]): boolean {
  if (before.length !== after.length) return false;
  if (before.some((node, index) => node.element !== after[index]?.element)) return false;
  for (const [index, node] of after.entries()) {
    const old = before[index];
    if (old === undefined) return false;
    const isSame = isSameRow(old.row, node.row) && collectChanges(old.children, node.children, changed);
    if (!isSame) changed.push(node.element);
  }
  return true;
}

/** All but the children, of which only counts whether there are any. */
function isSameRow(one: ViewRow, other: ViewRow): boolean {
  return (
    one.label === other.label &&
    one.description === other.description &&
    one.tooltip === other.tooltip &&
    one.accessibleLabel === other.accessibleLabel &&
    one.context === other.context &&
    one.isOpen === other.isOpen &&
    (one.children === undefined) === (other.children === undefined) &&
    isSameValue(one.icon, other.icon) &&
    isSameValue(one.command, other.command) &&
    isSameValue(one.place, other.place)
  );
}

function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isSameSubject(one: Subject, other: Subject): boolean {
  const fields = Object.entries(one);
  const others: Readonly<Record<string, unknown>> = { ...other };
  return fields.length === Object.keys(others).length && fields.every(([name, value]) => others[name] === value);
}
