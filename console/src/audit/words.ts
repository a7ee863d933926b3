import type { TFunction } from 'i18next'

/** What was done, in words: of a call that is not known any more, its name. */
export const actionWords = (action: string, t: TFunction): string => t(`audit.action.${action}`, { defaultValue: action })
