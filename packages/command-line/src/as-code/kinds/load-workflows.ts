import type { Workflow } from '@recto/contract/workflows/workflows'
import type { Inventory } from '../kind.ts'

const loadedWorkflows = new WeakMap<Inventory, Promise<readonly Workflow[]>>()

/** Lists the workflows, which several kinds of objects belong to, once for each inventory. */
export function loadWorkflows(inventory: Inventory): Promise<readonly Workflow[]> {
  const workflows =
    loadedWorkflows.get(inventory) ??
    inventory.platform.send<Workflow[]>('GET', 'workflow/?order_by=asc')
  loadedWorkflows.set(inventory, workflows)
  return workflows
}
