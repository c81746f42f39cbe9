import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/** They are the process's own, however many servers it has. */
export function metricsOfProcess(): Registry {
  if (registry) return registry
  registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
