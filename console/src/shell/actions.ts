/** What can be done from anywhere, by name: each opens its screen with its dialog, or acts at once. Loaded with the search. */
import type { Privilege } from '@endcap/contract/privileges'
import type { Language } from '@endcap/contract/vocabulary'
import {
  IconAdjustments,
  IconBarcode,
  IconCalendarPlus,
  IconDevices,
  IconDeviceMobile,
  IconDiscount,
  IconDownload,
  IconFileImport,
  IconFileText,
  IconHistory,
  IconKey,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPackage,
  IconPhoto,
  IconPlus,
  IconScan,
  IconSun,
  IconTag,
  IconUpload,
  IconUser,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react'
import { paths } from '../app/paths.ts'

/** An address of the console with what stands behind its `?`. */
export interface Address {
  to: string
  search?: object
}
export type Leads =
  | { at: Address }
  /** One of a store: which one is asked where none is chosen. */
  | { ofStore: (storeCode: string) => Address }
  | { language: Language }
  | { scheme: 'light' | 'dark' | 'auto' }
  | { signsOut: true }

export interface ActionEntry {
  /** i18n keys `search.action.<name>`, and `search.also.<name>` for other words that find it. */
  name: string
  icon: Icon
  needs?: Privilege
  /** Reaches every store, and is for accounts of all stores. */
  wholeChain?: true
  /** Not where another system knows the password. */
  ownPassword?: true
  leads: Leads
}

const opens = (to: string, word = 'create'): Leads => ({ at: { to, search: { do: word } } })
const inStore = (to: (storeCode: string) => string, word = 'create'): Leads => ({
  ofStore: (storeCode) => ({ to: to(storeCode), search: { do: word } }),
})
/** The table, also where the workplace in the aisle is shown otherwise. */
const ofTags = (word: string): Leads => ({ ofStore: (store) => ({ to: paths.tagList(store), search: { view: 'table', do: word } }) })
/** A dialog over the screen that is there. */
const ofAccount = (word: string): Leads => ({ at: { to: '.', search: { do: `account-${word}` } } })

/** The first ones are offered before anything is typed. */
export const actionEntries: readonly ActionEntry[] = [
  { name: 'assignTag', icon: IconTag, needs: 'tag.write', leads: ofTags('assign') },
  { name: 'newProduct', icon: IconPackage, needs: 'product.write', leads: inStore(paths.productList) },
  { name: 'uploadProducts', icon: IconUpload, needs: 'product.write', leads: inStore(paths.productList, 'upload') },
  { name: 'newPromotion', icon: IconDiscount, needs: 'product.write', leads: opens(paths.promotions) },
  { name: 'newStore', icon: IconPlus, needs: 'store_config.write', leads: opens(paths.storeConfig) },
  { name: 'inviteMember', icon: IconUserPlus, needs: 'member.write', leads: opens(paths.members, 'invite') },
  { name: 'newMember', icon: IconUserPlus, needs: 'member.write', leads: opens(paths.members) },
  { name: 'assignSeveral', icon: IconTag, needs: 'tag.write', leads: ofTags('assignMultiple') },
  { name: 'assignFile', icon: IconFileText, needs: 'tag.write', leads: ofTags('assignFile') },
  { name: 'newLayout', icon: IconPlus, needs: 'ld.write', leads: opens(paths.layouts) },
  { name: 'importLayouts', icon: IconFileImport, needs: 'ld.write', leads: opens(paths.layouts, 'import') },
  { name: 'predefineGateways', icon: IconUpload, needs: 'store.write', leads: opens(paths.stores, 'predefine') },
  { name: 'channels', icon: IconAdjustments, needs: 'store.write', leads: opens(paths.stores, 'channels') },
  { name: 'gatewayLogs', icon: IconDownload, needs: 'store.read', leads: opens(paths.stores, 'logs') },
  { name: 'addAccessPoint', icon: IconPlus, needs: 'store.write', leads: inStore(paths.store, 'addAccessPoint') },
  { name: 'newRole', icon: IconPlus, needs: 'role.write', wholeChain: true, leads: opens(paths.roles) },
  { name: 'newFamily', icon: IconPlus, needs: 'product.write', wholeChain: true, leads: opens(paths.families) },
  { name: 'importSecondCodes', icon: IconBarcode, needs: 'product.write', wholeChain: true, leads: opens(paths.secondCodes, 'upload') },
  { name: 'uploadPaper', icon: IconUpload, needs: 'paper.write', leads: inStore(paths.paperTasks, 'upload') },
  {
    name: 'assignDisplay',
    icon: IconScan,
    needs: 'plus.write',
    leads: inStore((storeCode) => paths.signageList('device', storeCode), 'assign'),
  },
  { name: 'uploadImage', icon: IconPhoto, needs: 'plus.write', leads: inStore((store) => paths.signageList('image', store), 'upload') },
  { name: 'newSchedule', icon: IconCalendarPlus, needs: 'plus.write', leads: inStore((store) => paths.signageList('schedule', store)) },
  { name: 'newTimeline', icon: IconPlus, needs: 'plus.write', leads: opens(paths.timelines) },
  { name: 'newShow', icon: IconPlus, needs: 'plus.write', leads: { at: { to: paths.newShow } } },
  { name: 'newToken', icon: IconKey, needs: 'server_config.write', leads: opens(paths.tokens) },
  { name: 'newWebhook', icon: IconPlus, needs: 'server_config.write', leads: opens(paths.webhooks) },
  { name: 'newBridge', icon: IconPlus, needs: 'store.write', leads: opens(paths.bridges) },
  { name: 'light', icon: IconSun, leads: { scheme: 'light' } },
  { name: 'dark', icon: IconMoon, leads: { scheme: 'dark' } },
  { name: 'asSystem', icon: IconSun, leads: { scheme: 'auto' } },
  { name: 'english', icon: IconLanguage, leads: { language: 'en_US' } },
  { name: 'japanese', icon: IconLanguage, leads: { language: 'ja_JP' } },
  { name: 'korean', icon: IconLanguage, leads: { language: 'ko_KR' } },
  { name: 'myAccount', icon: IconUser, leads: ofAccount('self') },
  { name: 'changePassword', icon: IconKey, ownPassword: true, leads: ofAccount('password') },
  { name: 'secondFactor', icon: IconDeviceMobile, ownPassword: true, leads: ofAccount('factor') },
  { name: 'sessions', icon: IconDevices, leads: ofAccount('sessions') },
  { name: 'loginHistory', icon: IconHistory, leads: ofAccount('history') },
  { name: 'signOut', icon: IconLogout, leads: { signsOut: true } },
]
