/** What the server says of upgrade files and roll-outs, in the person's language. */
import { CallError } from '@endcap/contract/client'
import type { TFunction } from 'i18next'
import { errorText } from '../app/services.ts'

export function softwareProblem(error: unknown, t: TFunction): string {
  const otherwise = errorText(error, t)
  return error instanceof CallError ? t(`software.refused.${error.answer.code}`, { defaultValue: otherwise }) : otherwise
}
