/** The body of an answer as its endpoint's own schema reads it: checked, and of the type that callers get. */
import type { Endpoint, ResultOf } from '@endcap/contract/endpoint'
import * as z from 'zod'

export const answerOf = <E extends Endpoint>({ response }: E, body: unknown) => z.parse(response ?? z.never(), body) as ResultOf<E>
