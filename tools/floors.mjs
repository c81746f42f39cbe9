/**
 * The rooms of the product, lowest floor first. A room may use the port of any room on a lower
 * floor, and of none beside or above it. The server and the web obey the same list.
 * To tell something to a room above, publish an event: the room above subscribes.
 */
export const floors = [
  ['organizations'],
  ['billing', 'documents', 'usage'],
  ['adapters', 'connectors'],
  ['model-calls'],
  ['answering'],
  ['prompt-studio', 'text-service'],
  ['simple-studio', 'tools'],
  ['workflows'],
  ['review-rules'],
  ['executions'],
  ['notifications', 'review'],
  ['chat-apps', 'deployments'],
  ['pipelines'],
  ['metrics'],
]
