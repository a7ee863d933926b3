/** The field for which the server refused a call, and why, without its name before that. */
import { CallError } from '@endcap/contract/client'

export function refusedField(error: unknown): { field: string; message: string } | undefined {
  if (!(error instanceof CallError) || error.answer.field === undefined) return undefined
  return { field: error.answer.field, message: error.answer.message.replace(/^[\w.]+: /, '') }
}
