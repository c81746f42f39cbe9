/** Loads the AI SDK when a model is first called, and keeps its warnings out of the log. */
export async function loadSdk() {
  globalThis.AI_SDK_LOG_WARNINGS = false
  return import('ai')
}

/** A model is made once for an opened adapter: making it builds the schemas of its replies. */
export function loadOnce<Model>(load: () => Promise<Model>): () => Promise<Model> {
  let loading: Promise<Model> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      // The next call tries again.
      loading = undefined
      throw error
    })
    return loading
  }
}
