import type { Privilege } from '@endcap/contract/privileges'
import type { TFunction } from 'i18next'

/** Rights as a sentence reads them: an area that may be written may be read as well. */
export function rightWords(privileges: readonly Privilege[], t: TFunction): string {
  const areas = [...new Set(privileges.map((one) => one.slice(0, one.indexOf('.'))))]
  return areas
    .map((area) => {
      const name = t(`roles.privilege.${area}`)
      return privileges.some((one) => one === `${area}.write`) ? t('tokens.writes', { name }) : name
    })
    .join(', ')
}
