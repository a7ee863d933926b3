/** HTTP endpoints of displays: lists, details, settings, commands and what they play. */
import { displayList as listEndpoints } from '@endcap/contract/display-list'
import { displays as endpoints } from '@endcap/contract/displays'
import { priceListDefaults } from '@endcap/signage/price-list'
import type { FastifyInstance } from 'fastify'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { invalid, notFound } from '../../platform/base/errors.ts'
import { drawCard } from '../display-api/cards.ts'
import { drawObject } from '../display-api/draw-objects.ts'
import { findDevice, readLeftOut, readSignageSettings, readScreenshot } from '../display-api/player.service.ts'
import { assign, deassign } from './places.ts'
import { searchDisplayList } from './display-list.queries.ts'
import { findByTerm, findListed, searchDevices, statusDetail } from './displays.queries.ts'
import { listStores, searchStores } from './overview.queries.ts'
import { accept, ask, blink, pair, readInfo, remove, saveConfig, setFor, showInfo } from './displays.service.ts'
import { readUnplayable } from '../media/unplayable-films.ts'
import { revOf } from '../slide-templates/slide-templates.service.ts'
import { applyTemplate, saveShow, showOf } from './shows.ts'
import { saveSettings } from './store-settings.ts'

/** Films of displays that one answer names. */
const maxUnplayable = 1000
const doneWithDisplays = (devices: number) => ({ ...done, devices })

export function displayRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const place = ({ storeCode, plusMac: mac }: { storeCode: string; plusMac: string }) => ({ storeCode, mac })
  bind(app, listEndpoints, { search: ({ session, body }) => searchDisplayList(db, session.stores, body) })
  bind(app, endpoints, {
    overview: async ({ session, params }) => ({ storeList: await listStores(db, session.stores, params.plusKind) }),
    overviewPage: ({ session, params, body }) => searchStores(db, session.stores, params.plusKind, body),
    search: ({ params, body }) => searchDevices(db, params.storeCode, body),
    info: ({ params }) => readInfo(context, place(params)),
    screenshot: async ({ params }) => {
      if ((await findListed(db, params.storeCode, params.plusMac)) === undefined) throw notFound('There is no such display in this store.')
      return readScreenshot(context, params.plusMac, 'blob')
    },
    expectedScreen: async ({ params }) => {
      if ((await findListed(db, params.storeCode, params.plusMac)) === undefined) throw notFound('There is no such display in this store.')
      return readScreenshot(context, params.plusMac, 'expected')
    },
    find: ({ params }) => findByTerm(db, params.storeCode, params.term),
    accept: ({ params, body }) => accept(context, { ...params, mac: body.mac }, { code: body.code, name: body.name }).then(() => done),
    pair: ({ params, body }) => pair(context, { ...params, mac: body.mac }).then(() => done),
    remove: ({ params }) => remove(context, place(params)).then(() => done),
    assign: async ({ body }) => doneWithDisplays(await assign(context, body.storeCode, body.devList)),
    deassign: async ({ body }) => doneWithDisplays(await deassign(context, body.storeCode, body.devList)),
    blink: async ({ session, params, body }) => doneWithDisplays(await blink(context, session, { ...params, prCode: body.prCode })),
    setShowIndex: async ({ params, body }) => ({
      ...done,
      ...(await setFor(context, { ...params, macs: body.macList }, { show_idx: body.showIdx })),
    }),
    unsetShowIndex: async ({ params, body }) => ({
      ...done,
      ...(await setFor(context, { ...params, macs: body.macList }, { show_idx: null })),
    }),
    switchMode: async ({ params, body: { all, macList, mode } }) => {
      if (all !== true && macList === undefined) throw invalid('macList: name displays, or all', 'macList')
      return { ...done, ...(await setFor(context, { ...params, macs: all === true ? 'all' : (macList ?? []) }, { mode })) }
    },
    showInfo: async ({ session, params, body }) =>
      doneWithDisplays(await showInfo(context, session, { ...params, macs: body.devList, seconds: body.duration })),
    sync: async ({ session, params, body }) =>
      doneWithDisplays(await ask(context, session, { ...params, macs: body.devList, type: 'sync' })),
    reboot: async ({ session, params, body }) =>
      doneWithDisplays(await ask(context, session, { ...params, macs: body.devList, type: 'reboot' })),
    updateSoftware: async ({ session, params, body }) =>
      doneWithDisplays(await ask(context, session, { ...params, macs: body.devList, type: 'update' })),
    takeScreenshot: async ({ session, params, body }) =>
      doneWithDisplays(await ask(context, session, { ...params, macs: [body.mac], type: 'screenshot' })),
    readShow: async ({ params: { storeCode, plusMac } }) => {
      const row = await findDevice(db, plusMac)
      if (row?.store_code !== storeCode) throw notFound(`There is no display ${plusMac} in this store.`)
      const show = showOf(row)
      return { ...show, rev: revOf(show), warnings: await readUnplayable(db, { stores: [storeCode], mac: plusMac, edited: true }) }
    },
    saveShow: async ({ params, body: { rev, template, ...show } }) => ({
      ...done,
      ...(await saveShow(context, { place: place(params), show, rev, template })),
    }),
    card: async ({ params: { storeCode, plusMac, slot, cardSize: size }, query: { look } }) => {
      const row = await findDevice(db, plusMac)
      if (row?.store_code !== storeCode) throw notFound(`There is no display ${plusMac} in this store.`)
      return drawCard(context, { mac: plusMac, storeCode }, { slot: Number(slot), size, look })
    },
    drawObject: async ({ params: { storeCode }, body: { object, mac } }) => {
      if (mac !== undefined && (await findDevice(db, mac))?.store_code !== storeCode)
        throw notFound(`There is no display ${mac} in this store.`)
      return drawObject(context, { storeCode, mac }, object)
    },
    applyTemplate: async ({ params, query, body }) => ({
      ...done,
      ...(await applyTemplate(context, { ...params, template: body.template, macs: body.macList, hold: query.update === 'false' })),
    }),
    saveConfig: ({ body: { storeCode, mac, ...config } }) => saveConfig(context, { storeCode, mac }, config).then(() => done),
    readSetting: async ({ params, session }) => {
      const {
        enrol_token: enrolToken,
        offline_dot: offlineDot,
        proof_of_play: proofOfPlay,
        price_list: priceList,
      } = await readSignageSettings(db, params.storeCode)
      // It takes displays in without an approval.
      return {
        enrolToken: session.can('plus.write') ? enrolToken : null,
        offlineDot,
        proofOfPlay,
        priceList: priceList ?? priceListDefaults,
      }
    },
    saveSetting: async ({ params, body }) => ({ ...done, ...(await saveSettings(context, params.storeCode, body)) }),
    readAlarmSetting: async ({ params }) => {
      const { memory_threshold: memoryThreshold, disk_threshold: diskThreshold } = await readSignageSettings(db, params.storeCode)
      return { memoryThreshold, diskThreshold }
    },
    saveAlarmSetting: ({ params, body }) => saveSettings(context, params.storeCode, body).then(() => done),
    statusDetail: async ({ params }) => ({
      detailList: (await statusDetail(db, params.storeCode)).map(({ since, ...row }) => ({ ...row, since: toEpoch(since) })),
      leftOut: await readLeftOut(context, params),
      unplayable: await readUnplayable(db, { stores: [params.storeCode], limit: maxUnplayable }),
    }),
  })
}
