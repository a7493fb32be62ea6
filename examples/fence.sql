-- SPDX-License-Identifier: MIT
-- A balance that only the newest holder of a lock can set, with the largest
-- fence that has written it.
CREATE TABLE IF NOT EXISTS fenced_balance (
    account text PRIMARY KEY,
    balance bigint NOT NULL,
    fence bigint NOT NULL DEFAULT 0
);

-- $1 the fence, $2 the account, $3 the balance. No row is updated if a holder
-- with a greater fence has written before: another client has held the lock
-- since.
PREPARE set_balance (bigint, text, bigint) AS
    UPDATE fenced_balance SET balance = $3, fence = $1
    WHERE account = $2 AND fence <= $1;
