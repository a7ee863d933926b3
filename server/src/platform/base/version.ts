/** The version of this server, as its package tells. */
import about from '../../../package.json' with { type: 'json' }

export const version: string = about.version
