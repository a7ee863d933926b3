/** The v1 settings of a display: as they were saved, or as they begin. */
import { brightnessMax, defaultMaxVolume } from '@endcap/contract/device-config'
import { masterBright, masterConfig, masterVolume, type MasterConfig } from '@endcap/contract/display-masters'
import type { DeviceRow } from './player.queries.ts'

/**
 * Until v1 settings are saved they are those of v0, on their scale: a display that is put into a timeline is as loud and as bright as before, and
 * goes by the same clock.
 */
export function masterSettingsOf({ store_code, time_zone, v1_config, config }: DeviceRow): MasterConfig {
  const isNew = Object.keys(v1_config).length === 0
  const { volume, maxVolume = defaultMaxVolume, brightness, tz = '', localNtpServer = '' } = config
  const begin = {
    ...(volume !== undefined && { volume: Math.round(Math.min(1, volume / maxVolume) * masterVolume.max) }),
    ...(brightness !== undefined && { bright: Math.round((brightness / brightnessMax) * masterBright.max) }),
    timeserver: localNtpServer,
  }
  return masterConfig.parse({
    ...(isNew ? begin : v1_config),
    storeCode: store_code,
    timezone: isNew && time_zone === '' ? tz : time_zone,
  })
}
