/** Bodies as the specification writes them, in the words of the contract. */
import type { Endpoint } from '@endcap/contract/endpoint'
import { partsOf } from '@endcap/contract/typed-object'

/** A field that is there under our name stays; its other name beside it is refused as any unknown field. */
export function inOurNames({ alsoNamed = {}, bareList }: Endpoint, body: unknown): unknown {
  if (Array.isArray(body)) return bareList === undefined ? body : { [bareList]: body }
  const given = partsOf(body)
  const others = Object.entries(alsoNamed).filter(([name, ours]) => Object.hasOwn(given, name) && !Object.hasOwn(given, ours))
  if (others.length === 0) return body
  const renamed = new Map(others)
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [renamed.get(name) ?? name, value]))
}
