/** Loads the AI SDK when a model is first called, and keeps its warnings out of the log. */
export async function loadSdk() {
  globalThis.AI_SDK_LOG_WARNINGS = false
  return import('ai')
}
