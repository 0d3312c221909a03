-- Which noon a company holds its pending allocations against; see core.approval_deadline.
alter table core.company add column approval_deadline text default 'later_of_both';
