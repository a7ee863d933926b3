/** What a process can tell of the machine it runs on: memory, disk, load, network. */
import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { availableParallelism, hostname, loadavg, networkInterfaces, totalmem } from 'node:os'
import type { NetworkInformation, Usage } from '@endcap/contract/servers'

export interface Machine {
  ramUsage: Usage
  diskUsage: Usage | null
  load: { minute: number; cores: number } | null
}

const whole = (value: number) => Math.max(0, Math.round(value))

/** Bytes of a cgroup (a container) that are file cache and would be given back at once; 0 where there is none to ask. */
function reclaimable(): number {
  try {
    const [, bytes] = /^inactive_file (\d+)$/m.exec(readFileSync('/sys/fs/cgroup/memory.stat', 'utf8')) ?? []
    return Number(bytes ?? 0)
  } catch {
    return 0
  }
}

/** Of the container where one sets a limit, else of the whole machine. */
function readMemory(): Usage {
  const limit = process.constrainedMemory()
  const limited = limit > 0 && limit < totalmem()
  const total = limited ? limit : totalmem()
  const available = process.availableMemory() + (limited ? reclaimable() : 0)
  return { total: whole(total), used: whole(Math.min(total, total - available)) }
}

/** Of the file system that holds a folder, as `df` counts: without what is kept for the system's administrator. Null when it cannot be asked. */
async function readDisk(folder: string): Promise<Usage | null> {
  try {
    const { bsize, blocks, bfree, bavail } = await statfs(folder)
    const used = (blocks - bfree) * bsize
    return { used, total: used + bavail * bsize }
  } catch {
    return null
  }
}

export async function readMachine(folder: string): Promise<Machine> {
  const [minute = 0] = loadavg()
  return {
    ramUsage: readMemory(),
    diskUsage: await readDisk(folder),
    // Windows has no load average.
    load: process.platform === 'win32' ? null : { minute: Math.round(minute * 100) / 100, cores: availableParallelism() },
  }
}

/** Name and addresses under which others may reach this machine. */
export function readNetwork(): Omit<NetworkInformation, 'ports'> {
  const addresses = Object.entries(networkInterfaces()).flatMap(([name, all]) =>
    (all ?? []).filter((one) => !one.internal).map(({ address, mac }) => ({ name, address, mac: /^(00:?)+$/.test(mac) ? null : mac })),
  )
  return { hostName: hostname(), addresses }
}
