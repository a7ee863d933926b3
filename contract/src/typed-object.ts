/** Keys and records whose names the compiler knows: the built-in functions forget them. */

/** Whether a table of ours has an entry under this name. */
export const isKeyOf = <T extends object>(table: T, name: string): name is keyof T & string => Object.hasOwn(table, name)

/** The keys of an object that has no others than its type says: for tables of ours, not for what came from outside. */
export const keysOf = <T extends object>(table: T): (keyof T & string)[] => Object.keys(table).filter((name) => isKeyOf(table, name))

/** Whether parts of it can be asked for by their names, each of which may be anything: for JSON from outside, and what was thrown. */
export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
/** The parts of whatever this is, by name; none of what has none. */
export const partsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

/** The entries of such an object. */
export const entriesOf = <T extends object>(table: T) => keysOf(table).map((name): [typeof name, T[typeof name]] => [name, table[name]])

/** A record with a value for each name. */
export const recordOf = <K extends string, V>(names: readonly K[], valueOf: (name: K) => V) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<K, V>
