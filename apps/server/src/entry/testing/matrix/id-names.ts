/** Which of a thing's ids the `:id` of an address means, by how the address begins. */
const idNames: readonly (readonly [string, string])[] = [
  ['/adapter/', 'adapter_id'],
  ['/connector/', 'connector_id'],
  ['/lookup-tables/', 'lookup_table_id'],
  ['/prompt-studio/', 'tool_id'],
  ['/workflow/endpoint/', 'endpoint_id'],
  ['/workflow/execution/', 'execution_id'],
  ['/workflow/', 'workflow_id'],
  ['/tool_instance/', 'instance_id'],
  ['/execution/', 'execution_id'],
  ['/pipeline/', 'pipeline_id'],
  ['/api/keys/pipeline/', 'pipeline_id'],
  ['/notifications/api/', 'deployment_id'],
  ['/notifications/pipeline/', 'pipeline_id'],
  ['/notifications/', 'notification_id'],
  ['/watch/api/', 'deployment_id'],
  ['/watch/pipeline/', 'pipeline_id'],
  ['/api/keys/:id', 'key_id'],
  ['/api/v1/sessions/', 'session_id'],
  ['/tags/', 'tag_id'],
  ['/usage/', 'usage_id'],
  ['/api/', 'deployment_id'],
]

/** The name under which a thing has the id that a parameter of the address stands for. */
export const idNameOf = (address: string, parameter: string): string =>
  parameter === 'id' ? (idNames.find(([start]) => address.startsWith(start))?.[1] ?? '') : parameter

/** Names nothing. */
export const unknownId = '00000000-0000-4000-8000-000000000000'
