/** Kinds of columns: how they are read, and what may be written. */
import type { ColumnType, JSONColumnType } from 'kysely'

/** bigint: text when read, number or text when written. */
export type Big = ColumnType<string, string | number | bigint, string | number | bigint>
export type GeneratedBig = ColumnType<string, string | number | bigint | undefined, never>
/** Has a value of its own when none is written, and is written later. */
export type DefaultBig = ColumnType<string, string | number | bigint | undefined, string | number | bigint>
export type DefaultBigs = ColumnType<string[], (string | number | bigint)[] | undefined, (string | number | bigint)[]>
export type Time = ColumnType<Date, Date, Date>
export type NullableTime = ColumnType<Date | null, Date | null | undefined, Date | null>
export type GeneratedTime = ColumnType<Date, Date | undefined, Date>
/** On the clock of a store, without a zone: written as text. Read it as text too (to_char): the driver would take it for a time of this machine. */
export type LocalTime = ColumnType<Date, string, string>
export type NullableLocalTime = ColumnType<Date | null, string | null | undefined, string | null>
/** The database works it out. */
export type WorkedOut<T> = ColumnType<T, never, never>
export type Json<T> = JSONColumnType<T & object>
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
