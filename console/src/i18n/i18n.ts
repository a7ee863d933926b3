/** The console's words: a folder for each language, a file for each area. The door needs three areas; the rest comes with the application. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languages, type Language } from '@endcap/contract/vocabulary'

const storageKey = 'endcap.language'
const files = import.meta.glob<{ default: object }>('./*/*.json')
const doorAreas = ['common', 'session', 'error']
const areaOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
let wanted = (area: string): boolean => doorAreas.includes(area)

/** Adds the wanted areas of a language that are not there yet. */
async function load(language: Language): Promise<void> {
  const folder = `./${language.slice(0, 2)}/`
  await Promise.all(
    Object.entries(files).map(async ([path, read]) => {
      const area = areaOf(path)
      if (!path.startsWith(folder) || !wanted(area) || i18next.exists(area, { lng: language, returnObjects: true })) return
      i18next.addResourceBundle(language, 'translation', { [area]: (await read()).default }, true)
    }),
  )
}

/** The language kept in local storage; English when it holds none of the three (specification 1 §1). */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  return languages.find((one) => one === stored) ?? 'en_US'
}

export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false },
    returnEmptyString: true,
  })
  await changeLanguage(storedLanguage(), { keep: false })
}

/** From now on every area is there. */
export async function loadAllWords(): Promise<void> {
  wanted = () => true
  await load(storedLanguage())
}

export async function changeLanguage(language: Language, { keep = true } = {}): Promise<void> {
  if (keep) localStorage.setItem(storageKey, language)
  await load(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language.slice(0, 2)
}
