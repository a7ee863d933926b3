/** Shows whether the render threads answer, for the list of servers. */
import type { LabelMaker } from './maker.ts'

/** A job that has nothing to draw goes through the queue and a thread, and comes back with that. */
export function triesRendering(labels: LabelMaker): () => Promise<string> {
  const job = { layoutKey: '', definition: {}, tagType: '', products: [], aliases: [], locale: 'en', currency: '' }
  return async () => {
    const began = performance.now()
    const [result] = await labels.render([job])
    if (result?.failure?.reason !== 'unknown-model') throw new Error(result?.failure?.detail ?? 'the render threads do not answer')
    return `${Math.round(performance.now() - began)} ms`
  }
}
