/** Who may call beside accounts (session.ts) and gateways: displays and bridges, each by a token of its own. */
/** A display that has presented its token. */
export interface CallingDisplay {
  mac: string
  storeCode: string
}

/** Who calls with a bridge's token. */
export interface CallingBridge {
  bridgeId: string
  storeCodes: readonly string[] | null
  tokenHash: string
}
