/** What languages are called by those who speak them. */
import type { Language } from '@endcap/contract/vocabulary'

export const languageNames: Record<Language, string> = { en_US: 'English', ja_JP: '日本語', ko_KR: '한국어' }
