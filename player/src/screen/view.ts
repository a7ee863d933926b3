import type { Manifest } from '@endcap/contract/player'

/** Something that fills the screen. It is made and gets ready below what is shown, and then takes its place. */
export interface View {
  element: HTMLElement
  /** Resolves when all of it that can be loaded is; never rejects. */
  ready: Promise<void>
  /** Nothing of it can be shown. Known when it is ready. */
  failed(): boolean
  /** It is on the screen, as of this moment of the server's clock; again when it begins anew. */
  start(since: number): void
  /** A new plan in which it stays the same but for its products. */
  update(manifest: Manifest): void
  /** It has just left the screen: what it has shown is reported. */
  ended(): void
  stop(): void
}

export const still = (element: HTMLElement): View => ({
  element,
  ready: Promise.resolve(),
  failed: () => false,
  start: () => undefined,
  update: () => undefined,
  ended: () => undefined,
  stop: () => undefined,
})
