/** Tries the parts of a process, such as its database and its broker. */
import type { ServiceName, ServiceStatus } from '@endcap/contract/servers'

/** A part that has not answered by then does not work. */
const checkMs = 5000

/** Tries a part: answers a remark such as the time it took, rejects when it does not work. */
export type Check = () => Promise<string | null>

/** Tries all parts at once; takes 5 s at most. A part without an answer when `ended` rejects does not work. */
export const tryParts = (checks: ReadonlyMap<ServiceName, Check>, ended: Promise<never>): Promise<ServiceStatus[]> =>
  Promise.all([...checks].map(([part, check]) => tryPart(part, check, ended)))

async function tryPart(name: ServiceName, check: Check, ended: Promise<never>): Promise<ServiceStatus> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${checkMs / 1000} s`)), checkMs)
  })
  try {
    return { name, status: 'OK', detail: await Promise.race([check(), late, ended]) }
  } catch (error) {
    return { name, status: 'NG', detail: error instanceof Error ? error.message.slice(0, 200) : 'does not work' }
  } finally {
    clearTimeout(timer)
  }
}
