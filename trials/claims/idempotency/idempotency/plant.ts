import type { Installation } from '../../../harness/installation.ts'

/** What keys begin with that the planted fault is for. */
export const plantedKey = 'planted'

/**
 * The fault of an answer that is kept in a transaction of its own, after the effect: at the moment between the two the effect
 * stands and the claim does not know of it. Nothing of the program is changed; the database passes over what settles the claim.
 */
export const plantLateSettling = ({ sql }: Installation): Promise<unknown> =>
  sql(`
    create function settle_later() returns trigger language plpgsql as $$
    begin
      return old;
    end $$;
    create trigger settle_later before update on idempotency_keys for each row
      when (old.key like '${plantedKey}-%' and old.claimed_until is not null and new.claimed_until is null) execute function settle_later();
  `)
