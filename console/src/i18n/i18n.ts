/** The console's words: a folder for each language, a file for each area. The sign-in page needs few of them, the application more, a screen its own. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languages, type Language } from '@endcap/contract/vocabulary'

const storageKey = 'endcap.language'
const files = import.meta.glob<{ default: object }>('./*/*.json')
const areaOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
export const signInAreas = ['common', 'session', 'error']
/** What the frame, the lists and what opens from anywhere say; the words of other areas come with the screens that say them. */
export const applicationAreas = ['nav', 'state', 'stores', 'table', 'downloads', 'map', 'scan', 'tags', 'products']
const requested = new Set(signInAreas)

/** Adds the requested areas of a language that are not there yet. */
async function load(language: Language): Promise<void> {
  const folder = `./${language.slice(0, 2)}/`
  await Promise.all(
    Object.entries(files).map(async ([path, read]) => {
      const area = areaOf(path)
      if (!path.startsWith(folder) || !requested.has(area) || i18next.exists(area, { lng: language, returnObjects: true })) return
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

/** From now on these areas are there, whatever the language. */
export async function loadWords(areas: readonly string[]): Promise<void> {
  for (const area of areas) requested.add(area)
  await load(storedLanguage())
}

export const allAreas = [...new Set(Object.keys(files).map(areaOf))]

export async function changeLanguage(language: Language, { keep = true } = {}): Promise<void> {
  if (keep) localStorage.setItem(storageKey, language)
  await load(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language.slice(0, 2)
}
