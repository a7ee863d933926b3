/** Which hosts sign-in scripts may speak to, and where they are (ENDCAP_SCRIPT_HOSTS). */
import { isIP } from 'node:net'

export interface ListedHost {
  host: string
  port: number
  /** The one address that it is reached at; it may be a private one. Without it, whatever the name stands for, as long as it is public. */
  address: string | undefined
}
export type ListedHosts = readonly ListedHost[]

const hostForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/
const httpsPort = 443

/** Reads `sso.example.com, intranet.local:8443@10.0.0.5`; answers what is wrong as text. */
export function readHosts(text: string): ListedHosts | string {
  const listed: ListedHost[] = []
  for (const one of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (one === '') continue
    const [, host = '', port, address] = /^([^:@]+)(?::(\d{1,5}))?(?:@(.+))?$/.exec(one) ?? []
    const number = port === undefined ? httpsPort : Number(port)
    if (!hostForm.test(host) || number < 1 || number > 65_535) return `"${one}" is no host, no host:port and no host@address`
    if (address !== undefined && isIP(address) === 0) return `"${address}" in "${one}" is no IP address`
    // A host that is an address is listed with it: nothing is looked up.
    listed.push({ host, port: number, address: address ?? (isIP(host) === 0 ? undefined : host) })
  }
  return listed
}
