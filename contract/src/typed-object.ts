/** Keys and records whose names the compiler knows: the built-in functions forget them. */

/** The keys of an object that has no others than its type says: for tables of ours, not for what came from outside. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]

/** A record with a value for each name. */
export const recordOf = <K extends string, V>(names: readonly K[], valueOf: (name: K) => V) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<K, V>
