/** What goes wrong on a display, for its reports to the server: faults that happened, and content that cannot be shown as long as it cannot. */

export interface Trouble {
  code: string
  detail: string
}
/** Content in its place, as the plan names it, such as `video:12`; `slide` counts from 0, and stands only at what is on slides. */
export interface Place {
  content: string
  slide?: number | undefined
}
/** Content that cannot be shown in its place. */
export type Failing = Trouble & Place
export interface Troubles {
  /** A fault that happened: it is in reports until the server has taken one. */
  note(code: string, detail: string): void
  /** Content cannot be shown: it is in all reports from now on. Answers whether that is new. */
  fail(failing: Failing): boolean
  /** It can be shown there. Answers whether it could not before. */
  recover(content: string, slide?: number): boolean
  /** Of what is not in these places any more nothing is said. */
  keepOnly(places: readonly Place[]): void
  isFailing(content: string, slide?: number): boolean
  /** What the next report says; `standing` is a fault that another part knows of. */
  list(standing?: Trouble): (Trouble | Failing)[]
  /** The server has the last of these lists. */
  heard(): void
}
/** The server takes no more of them in one report. */
const maxTroubles = 20

export function createTroubles(): Troubles {
  let noted: Trouble[] = []
  let listed: readonly Trouble[] = []
  const failing = new Map<string, Failing>()
  /** What fails on one slide may be shown on another, such as a page that does not answer each time. */
  const keyOf = ({ content, slide }: Place) => `${slide ?? ''} ${content}`
  return {
    note: (code, detail) => {
      noted = [...noted, { code, detail }].slice(-maxTroubles)
    },
    fail: (one) => {
      const before = failing.get(keyOf(one))
      failing.set(keyOf(one), one)
      return before?.code !== one.code || before.detail !== one.detail
    },
    recover: (content, slide) => failing.delete(keyOf({ content, slide })),
    keepOnly: (places) => {
      const named = new Set(places.map(keyOf))
      for (const key of failing.keys()) if (!named.has(key)) failing.delete(key)
    },
    isFailing: (content, slide) => failing.has(keyOf({ content, slide })),
    list: (standing) => {
      listed = noted
      return [...failing.values(), ...(standing === undefined ? [] : [standing]), ...noted].slice(0, maxTroubles)
    },
    // What happened while the report was under way is not in it.
    heard: () => {
      noted = noted.filter((one) => !listed.includes(one))
    },
  }
}

/** What a thrown value says, which need not be an `Error`. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
/** Why something failed, in at most 500 characters. */
export const reasonOf = (error: unknown): string => messageOf(error).slice(0, 500)
