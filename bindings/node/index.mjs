// SPDX-License-Identifier: MIT
import Redlock from './index.js'

export const {
  Lock, RedlockError, ExecutionError, NodeError, ResourceLockedError, version
} = Redlock
export default Redlock
