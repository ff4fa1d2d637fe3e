/**
 * Into how many places a place of a topology is divided, found when the topology is read. No
 * addBlock comes here.
 */
package org.peacescheduler.schedule.division;
