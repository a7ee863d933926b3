/** Every setting by the words of its form: what it is called, in which section of which screen, and the address that leads to it. */
import { alarmTypes } from '@endcap/contract/alarms'
import type { Privilege } from '@endcap/contract/privileges'
import { scriptKinds } from '@endcap/contract/scripts'
import type { TFunction } from 'i18next'
import { paths } from '../app/paths.ts'
import { sections } from '../settings/fields.ts'
import { configParts } from '../stores/config-fields.ts'
import { alarmTypeName } from '../ui/alarm-words.ts'
import type { Leads } from './actions.ts'

export interface SettingEntry {
  id: string
  title: string
  /** Where it stands. */
  place: string
  needs: Privilege
  leads: Leads
}

const mailFields = ['enable', 'server', 'port', 'encryption', 'account', 'password']

export function settingEntries(t: TFunction): SettingEntry[] {
  const inServer = (name: string, title: string, place: string, tab?: string): SettingEntry => ({
    id: `server ${tab ?? ''} ${name}`,
    title,
    place,
    needs: 'server_config.read',
    leads: { at: { to: paths.serverConfig, search: { ...(tab !== undefined && { tab }), field: name } } },
  })
  const server = t('settings.title')
  const general = sections.flatMap(({ name, fields }) => {
    const section = t(`settings.section.${name}`)
    return [
      inServer(name, section, server),
      ...fields.map((field) => inServer(field.name, t(`settings.field.${field.name}`), `${server} · ${section}`)),
    ]
  })
  const mail = [
    inServer('smtp', t('settings.section.smtp'), server, 'smtp'),
    ...mailFields.map((name) => inServer(name, t(`settings.field.${name}`), `${server} · ${t('settings.section.smtp')}`, 'smtp')),
  ]
  const app: SettingEntry = {
    id: 'server apps',
    title: t('settings.part.apps'),
    place: server,
    needs: 'server_config.read',
    leads: { at: { to: paths.serverConfig, search: { tab: 'apps' } } },
  }
  const inStore = (field: string, id: string, title: string, place: string): SettingEntry => ({
    id: `store ${id}`,
    title,
    place,
    needs: 'store_config.read',
    leads: { ofStore: (store) => ({ to: paths.storeConfig, search: { store, field } }) },
  })
  const stores = configParts.flatMap(({ name, fields }) => {
    const part = t(`storeConfig.part.${name}`)
    return [
      ...fields.slice(0, 1).map((first) => inStore(first.name, `part ${name}`, part, t('storeConfig.title'))),
      ...fields.map((field) =>
        inStore(field.name, field.name, t(`storeConfig.field.${field.name}`), `${t('storeConfig.title')} · ${part}`),
      ),
    ]
  })
  const alarms = alarmTypes.map((type): SettingEntry => ({
    id: `alarm ${type}`,
    title: alarmTypeName(type, t),
    place: t('alarmSettings.title'),
    needs: 'alarm.read',
    leads: { at: { to: paths.alarms, search: { settings: type } } },
  }))
  const scripts = scriptKinds.map((kind): SettingEntry => ({
    id: `script ${kind}`,
    title: t(`scripts.kind.${kind}`),
    place: t('scripts.title'),
    needs: 'setting.read',
    leads: { at: { to: paths.script(kind) } },
  }))
  return [...general, ...mail, app, ...stores, ...alarms, ...scripts]
}
