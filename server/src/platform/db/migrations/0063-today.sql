-- What needs a person, over all stores: few rows of many, each found without looking at the others.
-- Labels that failed, the last ones first.
create index tags_failed on tags (updated_at desc nulls last, tag_mac)
  where status in ('NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2') and pr_code is not null;
create index gateways_offline on gateways (store_code) where status = 'OFFLINE';
create index files_with_errors on files (received_at desc) where error_count > 0;
create index plus_devices_pending on plus_devices (created_at desc) where status = 'PENDING';
