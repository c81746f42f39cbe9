import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/** Metrics are per process, however many servers it has. */
export function getProcessMetrics(): Registry {
  if (registry) return registry
  registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
