/** Kinds of columns: how they are read, and what may be written. */
import type { ColumnType, JSONColumnType } from 'kysely'

/** bigint: text when read, number or text when written. */
export type Big = ColumnType<string, string | number | bigint, string | number | bigint>
export type GeneratedBig = ColumnType<string, string | number | bigint | undefined, never>
export type Time = ColumnType<Date, Date, Date>
export type NullableTime = ColumnType<Date | null, Date | null | undefined, Date | null>
export type GeneratedTime = ColumnType<Date, Date | undefined, Date>
export type Json<T> = JSONColumnType<T & object>
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
