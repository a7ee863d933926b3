/** Every address of the console, typed: the specification's routes. */
import type { SignageKind } from '@endcap/contract/signage-stores'

const part = encodeURIComponent

export const paths = {
  login: '/login',
  signup: '/signup',
  /** `?link=` of the mail for a forgotten password; without it a code is asked for. */
  password: '/password',
  dashboard: '/dashboard',
  /** `?walk=`: which labels. */
  walk: '/dashboard/walk',
  exceptions: '/exceptions',
  tags: '/tag',
  tagList: (storeCode: string) => `/tag/detail/${part(storeCode)}`,
  tagStock: (storeCode: string) => `/tag/stock/${part(storeCode)}`,
  tagHistory: (storeCode: string, tagMac: string, tagId: string) => `/tag/${part(storeCode)}/${part(tagMac)}/${part(tagId)}/update/history`,
  tagAlarms: (storeCode: string, tagMac: string, tagId: string) => `/tag/${part(storeCode)}/${part(tagMac)}/${part(tagId)}/alarm/history`,
  sensors: '/sensor',
  sensorList: (storeCode: string) => `/sensor/detail/${part(storeCode)}`,
  sensorAlarms: (storeCode: string, sensorMac: string) => `/sensor/${part(storeCode)}/${part(sensorMac)}/alarm/history`,
  sensorHistory: (storeCode: string, sensorMac: string) => `/sensor/${part(storeCode)}/${part(sensorMac)}/history`,
  tagBattery: (storeCode: string, tagMac: string, tagId: string) =>
    `/tag/${part(storeCode)}/${part(tagMac)}/${part(tagId)}/battery/history`,
  tagResets: (storeCode: string, tagMac: string, tagId: string) => `/tag/${part(storeCode)}/${part(tagMac)}/${part(tagId)}/reset/history`,
  tagTemperature: (storeCode: string, tagMac: string, tagId: string) =>
    `/tag/${part(storeCode)}/${part(tagMac)}/${part(tagId)}/temperature/history`,
  products: '/product',
  productList: (storeCode: string) => `/product/list/${part(storeCode)}`,
  updates: (storeCode: string) => `/product/${part(storeCode)}/update/task/list`,
  update: (storeCode: string, updateId: string, taskId: string) =>
    `/product/${part(storeCode)}/${part(updateId)}/${part(taskId)}/update/task/detail`,
  priceChanges: '/product/price/history',
  productHistory: (storeCode: string, prCode: string) => `/product/${part(storeCode)}/${part(prCode)}/update/history`,
  families: '/family-product',
  layouts: '/layouts',
  layoutRules: '/layouts/rules',
  layoutDesigner: (drawingId: string) => `/layouts/${part(drawingId)}`,
  layoutCheck: (drawingId: string) => `/layouts/${part(drawingId)}/check`,
  layoutVersions: (drawingId: string) => `/layouts/${part(drawingId)}/versions`,
  secondCodes: '/product/secondCode/list',
  files: '/product/file/upload/history',
  file: (historyId: string) => `/product/file/upload/history/detail/${part(historyId)}`,
  papers: '/paper',
  paperFiles: '/paper/upload/history',
  paperFile: (historyId: string) => `/paper/upload/history/detail/${part(historyId)}`,
  paperTasks: (storeCode: string) => `/paper/task/${part(storeCode)}`,
  paperTask: (storeCode: string, taskId: string) => `/paper/task/${part(storeCode)}/${part(taskId)}`,
  printing: '/print',
  printList: (storeCode: string) => `/print/edit/${part(storeCode)}`,
  signage: (kind: SignageKind) => `/plus/${kind}`,
  signageList: (kind: SignageKind, storeCode: string) => `/plus/${kind}/list/${part(storeCode)}`,
  deviceShow: (storeCode: string, mac: string) => `/plus/device/show/${part(storeCode)}/${part(mac)}`,
  templateShow: ({ storeCode, templateId, mode, size }: { storeCode: string; templateId: string; mode: 'new' | 'edit'; size: string }) =>
    `/plus/template/show/${part(storeCode)}/${part(templateId)}/${mode}/${size}`,
  plays: (storeCode: string) => `/plus/play/${part(storeCode)}`,
  playSums: (storeCode: string) => `/plus/play/sum/${part(storeCode)}`,
  /** Of all stores. */
  displays: '/plus/v1/display',
  masters: '/plus/v1/master',
  contents: '/plus/v1/content',
  brand: '/plus/v1/brand',
  shows: '/plus/v1/show',
  newShow: '/plus/v1/show/update',
  show: (showId: string) => `/plus/v1/show/update/${part(showId)}`,
  sets: '/plus/v1/set',
  newSet: '/plus/v1/set/update',
  set: (setId: string) => `/plus/v1/set/update/${part(setId)}`,
  playlists: '/plus/v1/playlist',
  newPlaylist: '/plus/v1/playlist/update',
  playlist: (playlistId: string) => `/plus/v1/playlist/update/${part(playlistId)}`,
  timelines: '/plus/v1/timeline',
  timelineSchedule: (timelineId: string) => `/plus/v1/timeline/schedule/${part(timelineId)}`,
  timelineDevices: (timelineId: string) => `/plus/v1/timeline/device/${part(timelineId)}`,
  tasks: '/task',
  task: (storeCode: string, taskId: string, taskType: string) => `/task/detail/${part(storeCode)}/${part(taskId)}/${part(taskType)}`,
  stores: '/store',
  store: (storeCode: string) => `/store/detail/${part(storeCode)}`,
  gateway: (storeCode: string, gwMac: string) => `/store/${part(storeCode)}/gw/${part(gwMac)}`,
  servers: '/server',
  server: (serverId: string) => `/server/detail/${part(serverId)}`,
  alarms: '/alarm/history',
  notifications: '/alarm/notification',
  members: '/members',
  roles: '/roles',
  audit: '/audit',
  webhooks: '/setting/webhooks',
  tokens: '/setting/tokens',
  bridges: '/setting/bridges',
  software: '/sw-upgrade',
  serverConfig: '/setting/server-config',
  storeConfig: '/setting/store-config',
  promotions: '/setting/promotion',
  script: (kind: string) => `/system/${kind}`,
  amacConfig: '/setting/amac-config',
  aliasConfig: '/setting/alias-config',
}

/** How an overview is shown: what the addresses behind its map carry on, so that the way back leads to the map (specification 1 §2). */
export interface ViewSearch {
  viewType?: string
}
export const retainedView = ({ viewType }: ViewSearch): ViewSearch => (viewType === 'map' ? { viewType } : {})
