/**
 * What follows from the country that an address names: the clock, the language and the currency of a store. Only a first guess for its form:
 * each of them can be changed there.
 */

export interface Country {
  /** ISO 3166. */
  code: string
  currency: string
  locale: string
  /** Names of the zone database; the one where most people live stands first. */
  zones: readonly string[]
}

/** Country, currency, language, time zones. */
const table = `
AE AED ar Asia/Dubai
AR ARS es America/Argentina/Buenos_Aires
AT EUR de Europe/Vienna
AU AUD en Australia/Sydney Australia/Melbourne Australia/Brisbane Australia/Perth Australia/Adelaide Australia/Hobart Australia/Darwin
BA BAM bs Europe/Sarajevo
BD BDT bn Asia/Dhaka
BE EUR nl Europe/Brussels
BG EUR bg Europe/Sofia
BH BHD ar Asia/Bahrain
BO BOB es America/La_Paz
BR BRL pt America/Sao_Paulo America/Manaus America/Fortaleza America/Recife America/Bahia America/Cuiaba
CA CAD en America/Toronto America/Vancouver America/Edmonton America/Winnipeg America/Halifax America/Regina
CH CHF de Europe/Zurich
CL CLP es America/Santiago
CN CNY zh Asia/Shanghai Asia/Urumqi
CO COP es America/Bogota
CR CRC es America/Costa_Rica
CY EUR el Asia/Nicosia
CZ CZK cs Europe/Prague
DE EUR de Europe/Berlin
DK DKK da Europe/Copenhagen
DO DOP es America/Santo_Domingo
DZ DZD ar Africa/Algiers
EC USD es America/Guayaquil
EE EUR et Europe/Tallinn
EG EGP ar Africa/Cairo
ES EUR es Europe/Madrid Atlantic/Canary
FI EUR fi Europe/Helsinki
FR EUR fr Europe/Paris
GB GBP en Europe/London
GE GEL ka Asia/Tbilisi
GH GHS en Africa/Accra
GR EUR el Europe/Athens
GT GTQ es America/Guatemala
HK HKD zh Asia/Hong_Kong
HR EUR hr Europe/Zagreb
HU HUF hu Europe/Budapest
ID IDR id Asia/Jakarta Asia/Makassar Asia/Jayapura
IE EUR en Europe/Dublin
IL ILS he Asia/Jerusalem
IN INR en Asia/Kolkata
IS ISK is Atlantic/Reykjavik
IT EUR it Europe/Rome
JO JOD ar Asia/Amman
JP JPY ja Asia/Tokyo
KE KES en Africa/Nairobi
KH KHR km Asia/Phnom_Penh
KR KRW ko Asia/Seoul
KW KWD ar Asia/Kuwait
KZ KZT kk Asia/Almaty
LA LAK lo Asia/Vientiane
LB LBP ar Asia/Beirut
LK LKR si Asia/Colombo
LT EUR lt Europe/Vilnius
LU EUR fr Europe/Luxembourg
LV EUR lv Europe/Riga
MA MAD ar Africa/Casablanca
MM MMK my Asia/Yangon
MN MNT mn Asia/Ulaanbaatar
MO MOP zh Asia/Macau
MT EUR mt Europe/Malta
MX MXN es America/Mexico_City America/Tijuana America/Monterrey America/Cancun America/Hermosillo
MY MYR ms Asia/Kuala_Lumpur
NG NGN en Africa/Lagos
NL EUR nl Europe/Amsterdam
NO NOK nb Europe/Oslo
NP NPR ne Asia/Kathmandu
NZ NZD en Pacific/Auckland
OM OMR ar Asia/Muscat
PA PAB es America/Panama
PE PEN es America/Lima
PH PHP en Asia/Manila
PK PKR en Asia/Karachi
PL PLN pl Europe/Warsaw
PT EUR pt Europe/Lisbon Atlantic/Azores Atlantic/Madeira
PY PYG es America/Asuncion
QA QAR ar Asia/Qatar
RO RON ro Europe/Bucharest
RS RSD sr Europe/Belgrade
SA SAR ar Asia/Riyadh
SE SEK sv Europe/Stockholm
SG SGD en Asia/Singapore
SI EUR sl Europe/Ljubljana
SK EUR sk Europe/Bratislava
TH THB th Asia/Bangkok
TN TND ar Africa/Tunis
TR TRY tr Europe/Istanbul
TW TWD zh Asia/Taipei
TZ TZS sw Africa/Dar_es_Salaam
UA UAH uk Europe/Kyiv
US USD en America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles America/Anchorage Pacific/Honolulu
UY UYU es America/Montevideo
UZ UZS uz Asia/Tashkent
VN VND vi Asia/Ho_Chi_Minh
ZA ZAR en Africa/Johannesburg`

export const countries: readonly Country[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', currency = '', language = '', ...zones] = line.split(' ')
    return { code, currency, locale: `${language}-${code}`, zones }
  })

/** A country's name in a language; its code where the language has none. */
const nameIn = (language: string) => {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return (code: string) => names.of(code) ?? code
}

/** For a chooser: the countries by their names in the reader's language. */
export function countryChoices(language: string): { value: string; label: string }[] {
  const name = nameIn(language)
  return countries
    .map(({ code }) => ({ value: code, label: name(code) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language))
}

let known: { country: Country; name: string }[] | undefined
/** The names that an address may have: in English, in the three languages of the console, and in the country's own. */
function names(): { country: Country; name: string }[] {
  const common = ['en', 'ja', 'ko'].map(nameIn)
  known ??= countries.flatMap((country) =>
    [...new Set([...common, nameIn(country.locale)].map((name) => name(country.code).toLowerCase()))].map((name) => ({ country, name })),
  )
  return known
}

const letter = /[\p{L}\p{N}]/u
/** Where a name stands in an address as a word of its own, from the end: an address ends with its country. */
function placeOf(address: string, name: string): number {
  const at = address.lastIndexOf(name)
  if (at < 0 || /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u.test(name)) return at
  const [before = '', after = ''] = [address[at - 1], address[at + name.length]]
  return letter.test(before) || letter.test(after) ? -1 : at
}

/** The country that an address names, or is written as; undefined when it does not say. */
export function countryOf(address: string): Country | undefined {
  const text = address.toLowerCase()
  if (text.trim() === '') return undefined
  const found = names()
    .map(({ country, name }) => ({ country, end: placeOf(text, name) + name.length, at: placeOf(text, name) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => other.end - one.end || one.at - other.at)
  if (found[0] !== undefined) return found[0].country
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) || /(都|道|府|県).*(市|区|町|村|郡)/u.test(text)
  const code = isJapanese ? 'JP' : /\p{Script=Hangul}/u.test(text) ? 'KR' : undefined
  return countries.find((one) => one.code === code)
}

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** The zone of an address in a country: that of a city that it names, else that of the browser if it is one of them, else the first. */
export function zoneIn({ zones }: Country, address: string, own: string): string {
  const text = address.toLowerCase()
  return zones.find((zone) => text.includes(cityOf(zone).toLowerCase())) ?? zones.find((zone) => zone === own) ?? zones[0] ?? 'UTC'
}
