/** The part of WebAssembly that the runner uses: Node has it, and its types stand only in those of browsers. */
declare namespace WebAssembly {
  type ImportValue = ((...values: never[]) => unknown) | Global
  type Imports = Record<string, Record<string, ImportValue>>
  class Module {
    constructor(source: Uint8Array)
    static imports(module: Module): { module: string; name: string; kind: 'function' | 'table' | 'memory' | 'global' }[]
  }
  class Instance {
    constructor(module: Module, imports: Imports)
    readonly exports: object
  }
  class Global {
    constructor(descriptor: { value: 'i32'; mutable: boolean }, value: number)
    value: number
  }
  class Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  interface Table {
    get(place: number): ((...values: number[]) => unknown) | null
  }
  class RuntimeError extends Error {}
  let compile: (source: Uint8Array) => Promise<Module>
  /** Answers an instance for a module, and both for bytes. */
  let instantiate: (source: unknown, imports?: Imports) => Promise<Instance | { module: Module; instance: Instance }>
}
