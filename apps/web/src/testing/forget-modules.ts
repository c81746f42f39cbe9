import { vi } from 'vitest'

/** Files of tests share a process, for React, Ant Design and jsdom take longest to load; what is ours is loaded anew for each. */
vi.resetModules()
