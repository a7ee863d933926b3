import { map } from '@endcap/contract/map'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { findPlaces } from './map.service.ts'

export function mapRoutes(app: FastifyInstance, { config }: Context): void {
  bind(app, map, {
    config: async () => ({
      tiles: config.mapTiles ?? null,
      attribution: config.mapAttribution,
      borders: config.mapBorders,
      places: config.geocoderUrl !== undefined,
    }),
    places: async ({ query }) => ({ places: await findPlaces(config.geocoderUrl, query) }),
  })
}
