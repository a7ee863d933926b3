/** The clock and the calendar of this machine, as the interpreter calls for them. */

const dateFields = (date: Date, utc: boolean): number[] =>
  utc
    ? [
        date.getUTCSeconds(),
        date.getUTCMinutes(),
        date.getUTCHours(),
        date.getUTCDate(),
        date.getUTCMonth(),
        date.getUTCFullYear() - 1900,
        date.getUTCDay(),
      ]
    : [date.getSeconds(), date.getMinutes(), date.getHours(), date.getDate(), date.getMonth(), date.getFullYear() - 1900, date.getDay()]

/** Functions by their names in Emscripten. `view`: of the interpreter's memory; `checkTime`: throws when the script's time is over. */
export function makeClockCalls({ view, checkTime }: { view: () => DataView; checkTime: () => void }) {
  const elapsed = () => {
    checkTime()
    return performance.now()
  }
  const writeDate = (at: number, date: Date, utc: boolean) => {
    const out = view()
    for (const [place, field] of dateFields(date, utc).entries()) out.setInt32(at + 4 * place, field, true)
    const begin = utc ? Date.UTC(date.getUTCFullYear(), 0, 1) : new Date(date.getFullYear(), 0, 1).getTime()
    out.setInt32(at + 28, Math.floor((date.getTime() - begin) / 86_400_000), true)
    out.setInt32(at + 32, 0, true)
    out.setInt32(at + 36, utc ? 0 : -date.getTimezoneOffset() * 60, true)
  }
  const readDate = (at: number): [number, number, number, number, number, number] => {
    const from = view()
    const field = (place: number) => from.getInt32(at + 4 * place, true)
    return [field(5) + 1900, field(4), field(3), field(2), field(1), field(0)]
  }
  const seconds = (date: Date) => BigInt(Number.isNaN(date.getTime()) ? -1 : Math.floor(date.getTime() / 1000))
  return {
    emscripten_date_now: () => Date.now(),
    emscripten_get_now: elapsed,
    clock_time_get: (clock: number, _precision: bigint, out: number) => {
      const nanoseconds = clock === 0 ? BigInt(Date.now()) * 1_000_000n : BigInt(Math.floor(elapsed() * 1000)) * 1000n
      view().setBigUint64(out >>> 0, nanoseconds, true)
      return 0
    },
    clock_res_get: (_clock: number, out: number) => {
      view().setBigUint64(out >>> 0, 1_000_000n, true)
      return 0
    },
    _localtime_js: (time: bigint, out: number) => writeDate(out >>> 0, new Date(Number(time) * 1000), false),
    _gmtime_js: (time: bigint, out: number) => writeDate(out >>> 0, new Date(Number(time) * 1000), true),
    _mktime_js: (at: number) => {
      const date = new Date(...readDate(at >>> 0))
      writeDate(at >>> 0, date, false)
      return seconds(date)
    },
    _timegm_js: (at: number) => {
      const date = new Date(Date.UTC(...readDate(at >>> 0)))
      writeDate(at >>> 0, date, true)
      return seconds(date)
    },
    _tzset_js: () => undefined,
  }
}
