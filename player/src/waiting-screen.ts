/** What the screen says while there is nothing to play: who the display is, and what it waits for. */
import type { CurrentPlan } from './current-plan.ts'
import type { LinkOptions } from './link.ts'
import type { Player } from './player.ts'
import { codeView } from './screen/texts.ts'
import { words } from './words.ts'

/** `begin`: before anything was heard; the others as the link calls them. What is played stays on the screen, unless the display lost its store. */
export function createWaitingScreen({
  mac,
  plan,
  player,
}: {
  mac: string
  plan: Pick<CurrentPlan, 'held' | 'leave'>
  player: Pick<Player, 'wait'>
}): Pick<LinkOptions, 'waits' | 'refused' | 'accepted'> & { begin(): void } {
  const show = (note: string, id: string, code?: string) => player.wait(() => codeView({ mac, code, note }), id)
  const begin = () => show(words.waiting, 'waiting')
  return {
    begin,
    waits: (code) => {
      void plan.leave()
      show(`${words.code} · ${words.codeHow}`, `code ${code}`, code)
    },
    refused: (why, message) => {
      if (plan.held() !== undefined) return
      const note = why === 'duplicate' ? words.duplicate : `${words.refused}: ${message}`
      show(note, note)
    },
    accepted: () => {
      if (plan.held() === undefined) begin()
    },
  }
}
