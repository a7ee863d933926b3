/** Questions of people that come with a bridge's work: what stands at this address, what is in this network. */
import type { Families } from '../families.ts'
import type { ServerApi, Work } from '../server-api.ts'
import { messageOf } from '../thrown.ts'

/** Questions that are remembered, so that none is answered twice: the server repeats them until it has an answer. */
const maxAsked = 1000
const longestProblem = 500

interface QuestionsParts {
  families: Pick<Families, 'probe' | 'find'>
  api: Pick<ServerApi, 'answer'>
}

/** Answers each question once. */
export function createQuestions({ families, api }: QuestionsParts) {
  const asked = new Set<string>()
  return {
    /** Never rejects: what goes wrong is the answer. */
    async answer({ requestId, kind, params, keys }: Work['requests'][number]): Promise<void> {
      if (asked.has(requestId)) return
      asked.add(requestId)
      try {
        const found =
          kind === 'probe'
            ? { probed: await families.probe(params.kind ?? '', params.address ?? '', { keys }) }
            : { found: await families.find() }
        await api.answer(requestId, found)
      } catch (error) {
        await api.answer(requestId, { problem: messageOf(error).slice(0, longestProblem) }).catch(() => undefined)
      }
      for (const old of asked) {
        if (asked.size <= maxAsked) break
        asked.delete(old)
      }
    },
  }
}
