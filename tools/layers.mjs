/**
 * The feature modules of the product, lowest layer first. A module may use the port of any module on a
 * lower layer, and of none beside or above it. The server and the web obey the same list.
 * To notify a module above, publish an event: the module above subscribes.
 */
export const layers = [
  ['organizations'],
  ['billing', 'documents', 'usage'],
  ['connections'],
  ['adapters', 'connectors'],
  ['lookups', 'model-calls'],
  ['answering'],
  ['prompt-studio', 'text-service'],
  ['simple-studio', 'tools'],
  ['workflows'],
  ['review-rules'],
  ['executions'],
  ['notifications', 'review'],
  ['chat-apps', 'deployments'],
  ['pipelines'],
  ['metrics', 'watch'],
  ['agents'],
]
