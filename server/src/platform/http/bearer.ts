import type { FastifyRequest } from 'fastify'

/** The token of `Authorization: Bearer …`. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
