/** Proof of play of slides: their contents, for as long as the slide is on the screen. Shows say theirs themselves. */
import type { Manifest } from '@endcap/contract/player'
import type { PlayLog } from './play-log.ts'
import type { Now } from './scenes.ts'
import { contentOf } from './screen/slide.ts'
import type { Troubles } from './troubles.ts'

export interface SlidePlays {
  /** This is on the screen: again and again, or since now, of the server's clock. */
  note(shown: Now, plan: Manifest, now: number): void
  /** Nothing of a plan is on the screen any more. */
  leave(): void
}

export function createSlidePlays(plays: Pick<PlayLog, 'begin'>, troubles: Pick<Troubles, 'isFailing'>): SlidePlays {
  /** Whose turn it is, and what ends the plays of it. */
  let onScreen: { turn: string; ends: (() => void)[] } | undefined

  function leave() {
    for (const end of onScreen?.ends ?? []) end()
    onScreen = undefined
  }
  return {
    note: ({ id, slide, since }, { plan, settings }, now) => {
      const turn = `${id} ${since}`
      if (onScreen?.turn === turn) return
      leave()
      const isPlayed = slide !== undefined && plan.line === 'v0' && settings.proofOfPlay
      const objects = (isPlayed ? plan.slides[slide]?.object : undefined) ?? []
      const ends = objects
        .filter(({ type }) => type !== 'product')
        .map(contentOf)
        .map((content) => plays.begin({ content, from: now, isSeen: () => !troubles.isFailing(content, slide) }))
      onScreen = { turn, ends }
    },
    leave,
  }
}
