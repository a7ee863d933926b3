-- Displays that do not answer, of all stores: what needs a person is asked for often, and these are few.
create index plus_devices_offline on plus_devices (store_code) where status = 'OFFLINE';
