import { hasMariadb } from '@recto/testkit/mariadb-server'
import { lacksDisk } from '../small-disk.ts'
import { killWithBatches } from './batches.ts'
import { lacksMovableClock, moveClock } from './clock.ts'
import { freezeDatabase, refuseDatabase, restartDatabase, stopDatabase } from './database.ts'
import { fillDisk } from './disk.ts'
import type { Fault } from './fault.ts'
import { freezeWorker } from './frozen.ts'
import { killDatabase, killEverythingUnderLoad, killWorker } from './killed.ts'
import { breakEachOfMany } from './many-machines.ts'
import { cutReplies, dripReplies, refuseCalls, silenceModel } from './model.ts'
import { changeModelUnderKills } from './model-changed.ts'
import { freezeWorkerOfRun, killAtRandom } from './pipelines.ts'
import { killWhileReviewed } from './review.ts'
import { lacksEarlierTree, upgradeInTurn } from './rolling-upgrade.ts'
import { restartWebsInTurn, stopUnderLoad } from './stopped.ts'

const back = { backSeconds: 5 }
const backOfShared = { backSeconds: 3 }

/** Every fault under its name. */
export const faults = {
  'kill-everything': {
    what: 'everything is killed, and started again',
    usual: { times: 100, seconds: 0 },
    run: killEverythingUnderLoad,
  },
  'kill-database': {
    what: 'the embedded database is killed',
    usual: { times: 10, seconds: 0 },
    run: killDatabase,
    limits: back,
  },
  'kill-worker': {
    what: 'one of two workers is killed, and another started',
    usual: { times: 10, seconds: 0 },
    run: killWorker,
    limits: { worstSeconds: 10 },
  },
  'freeze-worker': {
    what: 'one of two workers stands still',
    usual: { times: 20, seconds: 13 },
    run: freezeWorker,
    limits: { worstSeconds: 10 },
  },
  'stop-under-load': {
    what: 'the product is told to stop, and started again',
    usual: { times: 10, seconds: 0 },
    run: stopUnderLoad,
  },
  'rolling-restart': {
    what: 'two webs behind a proxy are replaced in turn',
    usual: { times: 5, seconds: 0 },
    run: restartWebsInTurn,
  },
  'many-machines': {
    what: 'two webs, four workers, a scheduler, a bucket: each is killed and stands still',
    usual: { times: 14, seconds: 13 },
    run: breakEachOfMany,
  },
  'rolling-upgrade': {
    what: 'an earlier version is replaced one process after the other',
    usual: { times: 1, seconds: 0 },
    run: upgradeInTurn,
    lacks: lacksEarlierTree,
  },
  'database-away': {
    what: 'two webs and two workers: the database is away',
    usual: { times: 5, seconds: 20 },
    run: stopDatabase,
    limits: backOfShared,
  },
  'database-restarted': {
    what: 'two webs and two workers: the database is restarted',
    usual: { times: 5, seconds: 0 },
    run: restartDatabase,
    limits: backOfShared,
  },
  'database-refusing': {
    what: 'two webs and two workers: the database closes every connection',
    usual: { times: 5, seconds: 20 },
    run: refuseDatabase,
    limits: backOfShared,
  },
  'database-frozen': {
    what: 'two webs and two workers: the database answers nothing',
    usual: { times: 5, seconds: 10 },
    run: freezeDatabase,
    limits: backOfShared,
  },
  'disk-full': {
    what: 'the disk is full',
    usual: { times: 3, seconds: 10 },
    run: fillDisk,
    lacks: lacksDisk,
  },
  'model-dead': {
    what: 'the model never answers',
    usual: { times: 1, seconds: 20 },
    run: silenceModel,
  },
  'model-dripping': {
    what: 'the model drips a byte a second',
    usual: { times: 1, seconds: 20 },
    run: dripReplies,
  },
  'model-cutting': {
    what: 'the model cuts its replies',
    usual: { times: 1, seconds: 20 },
    run: cutReplies,
  },
  'model-busy': {
    what: 'the model answers 429 and says when to ask again',
    usual: { times: 1, seconds: 20 },
    run: refuseCalls,
  },
  'clock-moved': {
    what: 'the clock jumps an hour ahead, and back',
    usual: { times: 4, seconds: 10 },
    run: moveClock,
    lacks: lacksMovableClock,
  },
  etl: {
    what: 'two pipelines run, and a process of the product is killed every few seconds',
    usual: { times: 100, seconds: 10 },
    run: killAtRandom,
    lacks: () => (hasMariadb ? undefined : 'needs a MariaDB server (npm run setup:test)'),
  },
  'etl-frozen': {
    what: 'a pipeline runs on four workers, one of which stands still',
    usual: { times: 2, seconds: 13 },
    run: freezeWorkerOfRun,
  },
  'model-changed': {
    what: 'everything is killed while a pipeline runs, and in the middle its adapter gets another model',
    usual: { times: 10, seconds: 0 },
    run: changeModelUnderKills,
  },
  batches: {
    what: 'everything is killed at each step of batches of calls',
    usual: { times: 10, seconds: 3 },
    run: killWithBatches,
  },
  review: {
    what: 'everything is killed while people review and approve what a pipeline has read',
    usual: { times: 10, seconds: 0 },
    run: killWhileReviewed,
  },
} as const satisfies Readonly<Record<string, Fault>>
