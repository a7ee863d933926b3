/** The console's words: one file a language, loaded when it is chosen. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languages, type Language } from '@endcap/contract/vocabulary'

const storageKey = 'endcap.language'
const files: Record<Language, () => Promise<{ default: object }>> = {
  en_US: () => import('./en.json'),
  ja_JP: () => import('./ja.json'),
  ko_KR: () => import('./ko.json'),
}

/** The language kept in local storage; English when it holds none of the three (specification 1 §1). */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  return languages.find((one) => one === stored) ?? 'en_US'
}

export async function startI18n(): Promise<void> {
  const language = storedLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: (await files[language]()).default } },
    interpolation: { escapeValue: false },
    returnEmptyString: true,
  })
  document.documentElement.lang = language.slice(0, 2)
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  i18next.addResourceBundle(language, 'translation', (await files[language]()).default)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language.slice(0, 2)
}
