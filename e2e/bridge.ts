/** A bridge as it runs in a shop: a process of its own, with a token. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface BridgeProcess {
  pid: number
  /** SIGKILL: nothing is told, nothing is tidied. */
  kill(): Promise<void>
}
interface BridgeSetup {
  serverUrl: string
  token: string
  /** What it keeps. */
  dataFolder: string
  env: Record<string, string>
}

export function forkBridge({ serverUrl, token, dataFolder, env }: BridgeSetup): BridgeProcess {
  const child = fork(fileURLToPath(new URL('../bridge/src/main.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ENDCAP_SERVER: serverUrl, ENDCAP_BRIDGE_TOKEN: token, ENDCAP_BRIDGE_DATA: dataFolder, ...env },
  })
  return {
    pid: child.pid ?? 0,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
