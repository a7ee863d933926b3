/** What goes wrong on a display, for its next report to the server. */

export interface Trouble {
  code: string
  detail: string
}
export interface Troubles {
  note(code: string, detail: string): void
  /** Those since the last report; the one that stays until it is over is the last. */
  list(standing?: Trouble): Trouble[]
  clear(): void
}
/** The server takes no more of them in one report. */
const maxTroubles = 20

export function createTroubles(): Troubles {
  let noted: Trouble[] = []
  return {
    note: (code, detail) => {
      noted = [...noted, { code, detail }].slice(-maxTroubles)
    },
    list: (standing) => (standing === undefined ? noted : [...noted, standing].slice(-maxTroubles)),
    clear: () => {
      noted = []
    },
  }
}

/** What a thrown value says, which need not be an `Error`. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
/** Why something failed, in at most 500 characters. */
export const reasonOf = (error: unknown): string => messageOf(error).slice(0, 500)
